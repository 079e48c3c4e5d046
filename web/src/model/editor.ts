// The editor: text of the model, its mistakes at their place, completion, meanings on hover.
import {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, type CompletionContext, type CompletionResult, completionKeymap, completionStatus,
  moveCompletionSelection, selectedCompletionIndex,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap,
  lineNumbers,
} from "@codemirror/view";
import { h } from "../dom";
import type { Server } from "../connection";
import type { Diagnostic } from "../protocol";
import type { Workspace } from "../workspace";
import { anhLanguage } from "./language";
import { meaningOf, plainName } from "./meaning";

/** A change that came from outside of the editor. */
const outside = Annotation.define<boolean>();

/** Offset of a line and a column, both counted from 1; columns count characters, not their parts. */
export function offsetAt(doc: Text, line: number, column: number): number {
  const { from, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  let units = 0;
  for (const c of text) {
    if (--column < 1) break;
    units += c.length;
  }
  return from + units;
}
export function placeOf(doc: Text, offset: number): { line: number; column: number } {
  const line = doc.lineAt(offset);
  return { line: line.number, column: [...line.text.slice(0, offset - line.from)].length + 1 };
}

export function markOf(doc: Text, d: Diagnostic): Mark {
  const from = offsetAt(doc, d.line ?? 1, d.column ?? 1);
  let to = d.end_line && d.end_column ? offsetAt(doc, d.end_line, d.end_column) : from;
  if (to <= from) to = Math.min(from + 1, doc.length);
  return {
    from: Math.min(from, doc.length), to, severity: d.severity, message: d.message, source: d.code,
    renderMessage: () => h("div.diagnostic", {}, h("div", {}, d.message), ...(d.notes ?? []).map((note) => h("div.soft", {}, note)), d.help ? h("div.soft", {}, d.help) : null),
  };
}

/** Marks every place of the symbol that the pointer rests on in another part. */
const point = StateEffect.define<string | null>();
const pointed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(point)) {
        if (effect.value === null) return Decoration.none;
        const builder = new RangeSetBuilder<Decoration>();
        const text = transaction.state.doc.toString();
        const name = plainName(effect.value);
        for (const m of text.matchAll(/[A-Za-zͰ-Ͽ][A-Za-zͰ-Ͽ0-9_]*/g))
          if (plainName(m[0]) === name) builder.add(m.index, m.index + m[0].length, Decoration.mark({ class: "cm-pointed" }));
        return builder.finish();
      }
    return transaction.docChanged ? marks.map(transaction.changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function completion(workspace: Workspace, server: Server): (context: CompletionContext) => Promise<CompletionResult | null> {
  return async (context) => {
    const word = context.matchBefore(/[A-Za-zͰ-Ͽ_][A-Za-zͰ-Ͽ0-9_-]*/);
    if (!word && !context.explicit && !/[[\s(]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
    if (!word && !context.explicit) return null;
    const place = placeOf(context.state.doc, context.pos);
    const answer = await server.ask("complete", { model: workspace.text.value, ...place }, { lane: "complete" }).answer;
    if (!answer.ok || !answer.result || context.aborted) return null;
    const types: Record<string, string> = {
      statement: "keyword", keyword: "keyword", word: "keyword", function: "function", unit: "type", parameter: "constant", coordinate: "variable",
    };
    return {
      from: word?.from ?? context.pos,
      options: answer.result.map((c) => ({ label: c.label, detail: c.detail, type: types[c.kind] ?? "variable" })),
      validFor: /^[A-Za-zͰ-Ͽ0-9_-]*$/,
    };
  };
}

/** Nothing is chosen until the user does so: Enter ends the line. The Tab key takes the first. */
function completions(workspace: Workspace, server: Server): Extension {
  const take = (view: EditorView): boolean => {
    if (completionStatus(view.state) !== "active") return false;
    if ((selectedCompletionIndex(view.state) ?? -1) < 0) moveCompletionSelection(true)(view);
    return acceptCompletion(view);
  };
  return [
    autocompletion({ override: [completion(workspace, server)], selectOnOpen: false, interactionDelay: 0 }), keymap.of([{ key: "Tab", run: take }]),
  ];
}

function meanings(workspace: Workspace): Extension {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    const inComment = /#/.test(line.text.slice(0, pos - line.from).replace(/"[^"]*"/g, ""));
    if (inComment) return null;
    for (const m of line.text.matchAll(/[A-Za-zͰ-Ͽ][A-Za-zͰ-Ͽ0-9_]*'*/g)) {
      const [from, to] = [line.from + m.index, line.from + m.index + m[0].length];
      if (pos < from || pos > to) continue;
      const meaning = meaningOf(m[0], workspace);
      if (!meaning) return null;
      return { pos: from, end: to, above: true, create: () => ({ dom: meaning }) };
    }
    return null;
  }, { hoverTime: 250 });
}

export interface Editor {
  element: HTMLElement;
  focus(): void;
  /** Goes to a place of the text. */
  goTo(line: number, column: number): void;
}

export function makeEditor(workspace: Workspace, server: Server, save: () => void): Editor {
  const state = (text: string) => EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
      highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), lintGutter(), indentUnit.of("  "), EditorState.tabSize.of(2),
      EditorView.lineWrapping, pointed, meanings(workspace), completions(workspace, server), ...anhLanguage,
      EditorView.editorAttributes.of({ class: "editor" }), EditorView.contentAttributes.of({ "aria-label": "Text of the model", spellcheck: "false" }),
      keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (save(), true) }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap,
        ...completionKeymap, indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((t) => t.annotation(outside)))
          workspace.change({ text: update.state.doc.toString() }, "text");
      }),
    ],
  });
  const view = new EditorView({ state: state(workspace.text.value) });
  // Who comes here with the Tab key goes on with it, until something else is pressed: then it indents.
  let isTabbing = false;
  const follow = (on: boolean) => {
    if (isTabbing && !on) view.setTabFocusMode(false);
    isTabbing = on;
  };
  addEventListener("keydown", (e) => e.key !== "Shift" && follow(e.key === "Tab"), true);
  addEventListener("pointerdown", () => follow(false), true);
  view.contentDOM.addEventListener("focus", () => isTabbing && view.setTabFocusMode(true));
  let name = workspace.name.value;
  workspace.text.subscribe((text) => {
    const now = view.state.doc.toString();
    if (text === now) return;
    if (workspace.name.value !== name) {
      name = workspace.name.value;
      view.setState(state(text));  // another model: the editor's own history starts anew
      return;
    }
    // Only what differs, so that the cursor stays.
    let [start, end] = [0, 0];
    const most = Math.min(text.length, now.length);
    while (start < most && text[start] === now[start]) start++;
    while (end < most - start && text[text.length - 1 - end] === now[now.length - 1 - end]) end++;
    view.dispatch({ changes: { from: start, to: now.length - end, insert: text.slice(start, text.length - end) }, annotations: outside.of(true) });
  });
  workspace.checked.subscribe((checked) => {
    if (workspace.checkedText.value !== view.state.doc.toString()) return;
    view.dispatch(setDiagnostics(view.state, (checked?.diagnostics ?? []).map((d) => markOf(view.state.doc, d))));
  });
  workspace.pointedAt.subscribe((name) => view.dispatch({ effects: point.of(name) }));
  return {
    element: view.dom,
    focus: () => view.focus(),
    goTo(line, column) {
      const at = offsetAt(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
  };
}
