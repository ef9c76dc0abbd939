/** What precedes a letter. Terms begin and end where there is more than `none`. */
export const gaps = {
  none: 0,
  /** A capital after a small letter, a digit next to a letter, another script: a new word without anything in between. */
  turn: 1,
  /** Signs, but no blank. */
  signs: 2,
  blank: 3,
} as const;

/**
 * The letters and digits of a text, folded, with what precedes each. Parallel typed arrays, because every text of an import is
 * read: objects would cost ten times as much.
 */
export class Letters {
  length = 0;
  codes: Uint32Array;
  gaps: Uint8Array;
  /** Where each is in the text, in UTF-16 units. */
  at: Uint32Array;
  /** 0 for a digit or sign that may stand for a letter. */
  isLetter: Uint8Array;

  constructor(capacity: number) {
    this.codes = new Uint32Array(capacity);
    this.gaps = new Uint8Array(capacity);
    this.at = new Uint32Array(capacity);
    this.isLetter = new Uint8Array(capacity);
  }

  push(code: number, gap: number, at: number, isLetter: number) {
    const n = this.length;
    // One character can stand for several letters.
    if (n === this.codes.length) this.grow();
    this.codes[n] = code;
    this.gaps[n] = gap;
    this.at[n] = at;
    this.isLetter[n] = isLetter;
    this.length = n + 1;
  }

  private grow() {
    const larger = new Letters(this.codes.length * 2 + 16);
    larger.codes.set(this.codes);
    larger.gaps.set(this.gaps);
    larger.at.set(this.at);
    larger.isLetter.set(this.isLetter);
    Object.assign(this, { codes: larger.codes, gaps: larger.gaps, at: larger.at, isLetter: larger.isLetter });
  }
}
