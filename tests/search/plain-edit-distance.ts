/** By definition, without any shortcut. */
export const plainEditDistance = (one: string, other: string): number => {
  const known = new Map<string, number>();
  const between = (a: number, b: number): number => {
    if (a === 0 || b === 0) return a + b;
    const key = `${a} ${b}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const distances = [
      between(a - 1, b) + 1,
      between(a, b - 1) + 1,
      between(a - 1, b - 1) + (one[a - 1] === other[b - 1] ? 0 : 1),
    ];
    if (a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1])
      distances.push(between(a - 2, b - 2) + 1);
    const distance = Math.min(...distances);
    known.set(key, distance);
    return distance;
  };
  return between(one.length, other.length);
};
