const pageBits = 16;
const pageWords = 2 ** pageBits / 32;

/** A set of ids: a million of them take about 128 KB. */
export class SeenIds {
  readonly #pages = new Map<number, Uint32Array>();

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / 2 ** pageBits));
    return page !== undefined && ((page[(id % 2 ** pageBits) >>> 5] ?? 0) & (1 << (id % 32))) !== 0;
  }

  add(id: number): void {
    const number = Math.floor(id / 2 ** pageBits);
    const page = this.#pages.get(number) ?? new Uint32Array(pageWords);
    this.#pages.set(number, page);
    const word = (id % 2 ** pageBits) >>> 5;
    page[word] = (page[word] ?? 0) | (1 << (id % 32));
  }
}

const initialSlots = 1 << 16;
const maxLoad = 0.6;

/** A set of hashes, given as hexadecimal digits, of which it keeps 8 bytes: a million of them take less than 32 MB. */
export class SeenHashes {
  #slots = new Uint32Array(2 * initialSlots);
  #size = 0;

  static #halves(hex: string): [number, number] {
    // The low bit keeps them apart from an empty slot.
    return [Number.parseInt(hex.slice(0, 8), 16) | 1, Number.parseInt(hex.slice(-8), 16)].map((half) => half >>> 0) as [
      number,
      number,
    ];
  }

  /** Where it is, or is to be. */
  #slotOf(slots: Uint32Array, high: number, low: number): number {
    const count = slots.length / 2;
    let slot = low % count;
    while (slots[2 * slot] !== 0 && (slots[2 * slot] !== high || slots[2 * slot + 1] !== low))
      slot = (slot + 1) % count;
    return slot;
  }

  has(hex: string): boolean {
    const [high, low] = SeenHashes.#halves(hex);
    return this.#slots[2 * this.#slotOf(this.#slots, high, low)] !== 0;
  }

  add(hex: string): void {
    if (this.#size >= (this.#slots.length / 2) * maxLoad) this.#grow();
    const [high, low] = SeenHashes.#halves(hex);
    const slot = this.#slotOf(this.#slots, high, low);
    if (this.#slots[2 * slot] === 0) this.#size++;
    this.#slots[2 * slot] = high;
    this.#slots[2 * slot + 1] = low;
  }

  #grow(): void {
    const grown = new Uint32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const [high, low] = [this.#slots[at] ?? 0, this.#slots[at + 1] ?? 0];
      if (high === 0) continue;
      const slot = this.#slotOf(grown, high, low);
      grown[2 * slot] = high;
      grown[2 * slot + 1] = low;
    }
    this.#slots = grown;
  }
}
