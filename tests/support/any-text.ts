import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Text of any code points. Making the same from fast-check's `unit: 'binary'` takes each process more than a second. */
export const anyText = (maxLength: number) =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff - surrogates }), { maxLength })
    .map((codes) => String.fromCodePoint(...codes.map((code) => (code < firstSurrogate ? code : code + surrogates))));
