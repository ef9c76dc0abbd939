import type { VideoSource } from './catalogue-loads.ts';
import { createRandom, type Random } from './random.ts';
import type { Row } from './table-load.ts';

const hour = 3600 * 1000;
const window = 30 * 24;

/** How busy an hour is, up to 1: evenings more than mornings, weekends more than weekdays, and a slow growth. */
const busynessOf = (time: number, age: number) => {
  const at = new Date(time);
  const evening = 0.6 - 0.4 * Math.cos(((at.getUTCHours() - 9) / 24) * 2 * Math.PI);
  const weekend = at.getUTCDay() % 6 === 0 ? 1 : 0.78;
  return evening * weekend * (1 - (0.35 * age) / window);
};

const pickAge = (random: Random, newest: number, oldestAge: number) => {
  for (;;) {
    const age = Math.floor(random() * (oldestAge + 1));
    if (random() < busynessOf(newest - age * hour, age)) return age;
  }
};

/** A video's views of the last 30 days by age in hours; none before its publication. */
const spread = (random: Random, newest: number, publishedAt: number, views: number) => {
  const age = Math.floor((newest + hour - publishedAt) / hour);
  const oldestAge = Math.min(age, window - 1);
  const recent = age < window ? views : Math.floor(views * (0.02 + random() * 0.06));
  const draws = Math.min(recent, Math.ceil(6 + 4 * Math.log1p(recent)));
  const byAge = new Map<number, number>();
  for (let draw = 0; draw < draws; draw++) {
    const drawn = pickAge(random, newest, oldestAge);
    const share = Math.floor(recent / draws) + (draw < recent % draws ? 1 : 0);
    byAge.set(drawn, (byAge.get(drawn) ?? 0) + share);
  }
  return byAge;
};

export interface HourlyViews {
  byVideo: Row[];
  totals: Row[];
}

/** Rows for the charts of the last 30 days, consistent with the videos' totals. */
export const hourlyViews = (source: VideoSource, firstId: number, now: Date): HourlyViews => {
  const newest = Math.floor(now.getTime() / hour) * hour;
  const totals = new Map(Array.from({ length: window }, (_, age) => [age, 0]));
  const byVideo: Row[] = [];
  for (let n = 0; n < source.videos; n++) {
    const published = source.videoOf(n).publishedAt.getTime();
    for (const [age, views] of spread(createRandom(4, n), newest, published, source.viewsOf(n))) {
      byVideo.push([new Date(newest - age * hour), firstId + n, views]);
      totals.set(age, (totals.get(age) ?? 0) + views);
    }
  }
  return { byVideo, totals: Array.from(totals, ([age, views]) => [new Date(newest - age * hour), views]) };
};
