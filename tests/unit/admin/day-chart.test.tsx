import { load } from 'cheerio';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DayChart } from '#web/admin/kit/charts/day-chart.tsx';
import { percent } from '#web/admin/kit/format.ts';

const daysOf = (...counts: (number | null)[]) =>
  counts.map((count, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, count }));

const render = (days: ReturnType<typeof daysOf>, format?: (count: number) => string) => {
  const $ = load(
    renderToStaticMarkup(<DayChart label="Views per day" unit="views" days={days} {...(format ? { format } : {})} />),
  );
  const textsOf = (svg: number) => [...$('svg').eq(svg).find('text')].map((text) => $(text).text());
  return {
    $,
    figure: $('figure'),
    slider: $('[role=slider]'),
    bars: [...$('rect[data-day]')].map((bar) => [$(bar).attr('data-day'), $(bar).attr('y')]),
    ticks: textsOf(0),
    dayLabels: textsOf(2),
  };
};

it('draws a bar per day as high as its count, and none for a day without data', () => {
  const { bars } = render(daysOf(0, 5, null, 10));
  expect(bars).toEqual([
    ['2026-11-01', '100%'],
    ['2026-11-02', '50%'],
    ['2026-11-04', '0%'],
  ]);
});

it.each([
  [
    [0, 0],
    ['0', '1'],
  ],
  [
    [1, 3],
    ['0', '1', '2', '3'],
  ],
  [[10], ['0', '2', '4', '6', '8', '10']],
  [[4300], ['0', '1K', '2K', '3K', '4K', '5K']],
])('labels the axis of %j with round, whole numbers', (counts, ticks) => {
  expect(render(daysOf(...counts)).ticks).toEqual(ticks);
});

it('formats shares', () => {
  const { ticks, slider } = render(daysOf(0.004, 0.012), percent);
  expect(ticks).toEqual(['0%', '0.5%', '1%', '1.5%']);
  expect(slider.attr('aria-valuetext')).toBe('Nov 2: 1.2% views');
});

it('has a name, and tells screen readers the last day until another is selected', () => {
  const { figure, slider, $ } = render(daysOf(1, 1234));
  expect(figure.attr('aria-label')).toBe('Views per day');
  expect(slider.attr()).toMatchObject({
    tabindex: '0',
    'aria-label': 'Views per day',
    'aria-valuemin': '1',
    'aria-valuemax': '2',
    'aria-valuenow': '2',
    'aria-valuetext': 'Nov 2: 1,234 views',
  });
  expect($('svg:not([aria-hidden=true])').length).toBe(0);
});

it('says that a day has no data', () => {
  expect(render(daysOf(1, null)).slider.attr('aria-valuetext')).toBe('Nov 2: No data');
});

it('labels at most six days, spread evenly', () => {
  expect(render(daysOf(1, 2, 3)).dayLabels).toEqual(['Nov 1', 'Nov 2', 'Nov 3']);
  expect(render(daysOf(...Array.from({ length: 30 }, () => 1))).dayLabels).toEqual([
    'Nov 3',
    'Nov 8',
    'Nov 13',
    'Nov 18',
    'Nov 23',
    'Nov 28',
  ]);
});
