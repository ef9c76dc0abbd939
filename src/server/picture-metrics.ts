import { Counter, Gauge, type Registry } from 'prom-client';
import type { PictureProxy } from '#domain/pictures/picture-proxy.ts';
import type { PictureStore } from '#domain/pictures/picture-store.ts';

export interface PictureSources {
  proxy: Pick<PictureProxy, 'stats'>;
  store: Pick<PictureStore, 'stats'>;
}

/** What the image proxy has answered, what waits, and what it has stored. */
export const addPictureMetrics = (register: Registry, { proxy, store }: PictureSources) => {
  new Counter({
    name: 'marquee_pictures_total',
    help: 'Pictures of the image proxy: stored ones that were served (hit), made ones (made, avif), and those replaced by a drawing because they were gone or too much was to do (gone, busy)',
    labelNames: ['result'],
    registers: [register],
    collect() {
      this.reset();
      const { making, waitingForAvif, ...counts } = proxy.stats();
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count);
    },
  });
  new Gauge({
    name: 'marquee_pictures_waiting',
    help: 'Pictures that are being fetched or encoded',
    labelNames: ['for'],
    registers: [register],
    collect() {
      const { making = 0, waitingForAvif = 0 } = proxy.stats();
      this.set({ for: 'webp' }, making);
      this.set({ for: 'avif' }, waitingForAvif);
    },
  });
  new Gauge({
    name: 'marquee_picture_cache',
    help: 'Pictures in the folder of the image proxy, and their bytes',
    labelNames: ['of'],
    registers: [register],
    collect() {
      for (const [of, size] of Object.entries(store.stats())) this.set({ of }, size);
    },
  });
};
