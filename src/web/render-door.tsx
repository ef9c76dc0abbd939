import { renderToStaticMarkup } from 'react-dom/server';
import type { AgeDoor } from '#contract/values/age-door.ts';
import firstPaint from './first-paint.js?raw';
import { pageStyle } from './page-style.ts';
import { DoorPage } from './public/age-gate/door-page.tsx';

/** The document of the door, and its inline code. */
export const renderDoor = (door: AgeDoor) => ({
  html: `<!DOCTYPE html>${renderToStaticMarkup(<DoorPage door={door} />)}`,
  inline: { scripts: [firstPaint], styles: [pageStyle(door.accent)] },
});
