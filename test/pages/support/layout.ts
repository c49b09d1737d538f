/** Where elements of a page are in the window. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, 'the element is shown');
  return box;
}

interface Scrolling {
  scrollTo(x: number, y: number): void;
  readonly scrollLeft: number;
  readonly scrollTop: number;
}

/** Scrolls a box on both axes; fails if it does not scroll as far, in CSS pixels. */
export async function scrollBox(box: Locator, x: number, y: number): Promise<void> {
  const at = await box.evaluate(
    (element, to) => {
      const scrolling = element as unknown as Scrolling;
      scrolling.scrollTo(to.x, to.y);
      return [scrolling.scrollLeft, scrolling.scrollTop];
    },
    { x, y },
  );
  assert.deepEqual(at, [x, y], 'the box scrolls both ways');
}

/** Number of the first 40 elements that are wholly inside a window of the height, in CSS pixels. */
export async function countWhole(lines: Locator, height: number): Promise<number> {
  const boxes = await Promise.all((await lines.all()).slice(0, 40).map((line) => line.boundingBox()));
  return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= height).length;
}

/** Words of the visible elements that stand on two lines. A word may be divided after a hyphen or a slash, and at a zero-width space. */
export function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`{
    const broken = [];
    for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
      if (!element.checkVisibility()) continue;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u200b/-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word);
        }
      }
    }
    broken;
  }`);
}
