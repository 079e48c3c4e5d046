import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, startBrowser, startServer, waitForMotion } from "./workbench.mjs";

test("a page whose server stops says so, keeps the text, and finds the server again", async () => {
  const browser = await startBrowser();
  let server = await startServer();
  try {
    const page = await openPage(browser, server.address);
    await waitForMotion(page);
    await server.stop();
    const banner = page.getByRole("alert");
    await banner.filter({ hasText: "The server has stopped. Start it again with ./anholon serve; your text is safe here." }).waitFor();
    await page.locator(".cm-line").nth(1).click();
    await page.keyboard.press("End");
    await page.keyboard.type("  # typed without a server");
    server = await startServer("--port", server.port, "--token", server.token);
    await page.waitForFunction(() => globalThis.anholon.server.status.value === "open");
    await banner.waitFor({ state: "hidden" });
    await page.waitForFunction(() => globalThis.anholon.workspace.checkedText.value.includes("# typed without a server"));
    // With another token the page must be opened anew; it says so.
    await server.stop();
    await banner.waitFor();
    server = await startServer("--port", server.port);
    await banner.filter({ hasText: "belongs to an earlier one" }).waitFor();
    await page.goto(server.address);
    await waitForMotion(page);
    assert.match(await page.evaluate(() => globalThis.anholon.workspace.text.value), /# typed without a server/);
    assert.deepEqual(page.mistakes, []);
  } finally {
    await browser.close();
    await server.stop();
  }
});
