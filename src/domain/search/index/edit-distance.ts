/**
 * How many letters have to be inserted, removed, replaced or swapped with their neighbour to turn one word into the other
 * (optimal string alignment). Counts no further than `max`: more than that is `max + 1`.
 */
export const editDistance = (one: string, other: string, max: number): number => {
  let start = 0;
  let oneEnd = one.length;
  let otherEnd = other.length;
  while (start < oneEnd && start < otherEnd && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  while (start < oneEnd && start < otherEnd && one.charCodeAt(oneEnd - 1) === other.charCodeAt(otherEnd - 1)) {
    oneEnd--;
    otherEnd--;
  }
  const columns = otherEnd - start;
  let beforeLast: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= oneEnd - start; row++) {
    const letter = one.charCodeAt(start + row - 1);
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= columns; column++) {
      const otherLetter = other.charCodeAt(start + column - 1);
      const isSame = letter === otherLetter;
      let distance = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(start + column - 2) &&
        one.charCodeAt(start + row - 2) === otherLetter;
      if (isSwap) distance = Math.min(distance, (beforeLast[column - 2] as number) + 1);
      current.push(distance);
      smallest = Math.min(smallest, distance);
    }
    if (smallest > max) return max + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[columns] as number, max + 1);
};
