/** Moves the `count` largest keys to the end, in any order (quickselect). */
const partition = (keys: Float64Array, count: number): void => {
  const wanted = keys.length - count;
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = keys[(low + high) >>> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((keys[left] as number) < pivot) left++;
      while ((keys[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = keys[left] as number;
      keys[left++] = keys[right] as number;
      keys[right--] = swapped;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else return;
  }
};

/** The largest keys after the first `offset`, largest first. Changes the order of the keys. Sorts only what it returns. */
export const takeLargest = (keys: Float64Array, count: number, offset = 0): Float64Array => {
  const end = Math.max(0, keys.length - offset);
  const start = Math.max(0, end - count);
  if (end < keys.length) partition(keys, offset);
  const rest = keys.subarray(0, end);
  if (start > 0) partition(rest, count);
  return rest.subarray(start).sort().reverse();
};
