const createScratch = () => {
  let scratch = new Uint32Array(0);
  return (size: number): Uint32Array => {
    if (scratch.length < size) scratch = new Uint32Array(Math.ceil(size * 1.15));
    return scratch.subarray(0, size);
  };
};

/**
 * Room for this many ordinals, with anything in it, until the next call. Queries run one after the other; a new array of
 * several megabytes for each would keep the garbage collector busy.
 */
export const scratchOrdinals = createScratch();

/** Room for the numbers that the ordinals are sorted by. */
export const scratchKeys = createScratch();
