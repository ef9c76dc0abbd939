import { firstGraphemes } from '#contract/values/first-graphemes.ts';
import { fitDescription } from '../../components/format/description.ts';
import { durationLabel } from '../../components/format/duration.ts';
import type { Named } from '../../components/named.ts';
import type { WatchVideo } from '../../components/video-card/card-video.ts';

const maxLength = 150;
const maxNames = 3;

const someOf = (names: Named[]) =>
  names
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ');

/** The first 150 characters of the video's own description; a short one is followed by what else is known. */
export const describeVideo = ({ title, description, minutes, performers, tags }: WatchVideo) => {
  const start = firstGraphemes(description, maxLength).trim();
  if (start !== description.trim()) return start;
  return fitDescription([
    start || `${title}.`,
    ...(performers.length > 0 ? [`With ${someOf(performers)}.`] : []),
    ...(tags.length > 0 ? [`Tagged ${someOf(tags)}.`] : []),
    ...(minutes === null ? [] : [`Length: ${durationLabel(minutes)}.`]),
    ...(start === '' ? [] : [`${title}.`]),
  ]);
};
