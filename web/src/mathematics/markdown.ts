// As much of Markdown as the pages in docs/concepts use: headings, paragraphs, lists, tables, code, links, emphasis.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; parts: Inline[] }
  | { kind: "link"; to: string; parts: Inline[] };

export type Block =
  | { kind: "heading"; level: number; id: string; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

export function readMarkdown(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let k = 0;
  const isSpecial = (line: string) => /^(#{1,6} |```|\||[-*] |\d+\. )/.test(line);
  while (k < lines.length) {
    const line = lines[k];
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const fence = /^```(.*)$/.exec(line);
    if (line.trim() === "") k++;
    else if (heading) {
      blocks.push({ kind: "heading", level: heading[1].length, id: anchorOf(heading[2]), parts: readInline(heading[2]) });
      k++;
    } else if (fence) {
      const body: string[] = [];
      for (k++; k < lines.length && !lines[k].startsWith("```"); k++) body.push(lines[k]);
      k++;
      blocks.push({ kind: "code", language: fence[1].trim(), text: body.join("\n") });
    } else if (line.startsWith("|")) {
      const rows: Inline[][][] = [];
      for (; k < lines.length && lines[k].startsWith("|"); k++)
        if (!/^\|[\s:|-]+\|?$/.test(lines[k])) rows.push(cellsOf(lines[k]).map(readInline));
      blocks.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) });
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      for (; k < lines.length; k++) {
        const item = /^(?:[-*]|\d+\.) (.*)$/.exec(lines[k]);
        if (item) items.push(item[1]);
        else if (/^\s+\S/.test(lines[k])) items[items.length - 1] += " " + lines[k].trim();
        else break;
      }
      blocks.push({ kind: "list", ordered, items: items.map(readInline) });
    } else {
      const body: string[] = [];
      for (; k < lines.length && lines[k].trim() !== "" && (body.length === 0 || !isSpecial(lines[k])); k++) body.push(lines[k]);
      blocks.push({ kind: "paragraph", parts: readInline(body.join(" ")) });
    }
  }
  return blocks;
}

/** Cells of a row of a table; \| is a sign of its own, also in code. */
function cellsOf(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

export function readInline(text: string): Inline[] {
  const out: Inline[] = [];
  const pattern = /(`+)(.+?)\1(?!`)|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|(?<![\w*])\*([^\s*][^*]*?)\*(?![\w*])/g;
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) out.push({ kind: "text", text: text.slice(from, match.index) });
    from = match.index + match[0].length;
    if (match[2] !== undefined) out.push({ kind: "code", text: match[2].trim() });
    else if (match[3] !== undefined) out.push({ kind: "link", to: match[4], parts: readInline(match[3]) });
    else if (match[5] !== undefined) out.push({ kind: "strong", parts: readInline(match[5]) });
    else out.push({ kind: "emphasis", parts: readInline(match[6]) });
  }
  if (from < text.length) out.push({ kind: "text", text: text.slice(from) });
  return out;
}

/** Where a link of a page leads: to another page of the same folder, to a place on the page, to the web, or nowhere in the bundle. */
export function target(link: string): { page: string; anchor: string } | { web: string } | null {
  if (/^https?:\/\//.test(link)) return { web: link };
  const found = /^([a-z0-9-]+\.md)?(?:#(.*))?$/.exec(link);
  if (!found) return null;
  return { page: (found[1] ?? "").replace(/\.md$/, ""), anchor: found[2] ?? "" };
}
