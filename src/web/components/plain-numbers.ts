import { createContext, useContext } from 'react';

/** The setting of that name: one number everywhere, known lengths only, and "New" instead of zeros. */
export const PlainNumbers = createContext(false);

export const usePlainNumbers = () => useContext(PlainNumbers);
