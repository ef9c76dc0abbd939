/** The palette itself, or the list of keyboard shortcuts. */
export type PaletteView = 'commands' | 'keys';

const openEvent = 'admin-palette';

export const openPalette = (view: PaletteView) => dispatchEvent(new CustomEvent(openEvent, { detail: view }));

export const onPaletteOpened = (listener: (view: PaletteView) => void) => {
  const listen = (event: Event) => listener((event as CustomEvent<PaletteView>).detail);
  addEventListener(openEvent, listen);
  return () => removeEventListener(openEvent, listen);
};
