import type { Handlers } from './call.ts';
import type { ApiContext } from './context.ts';
import { partnerHandlers } from './partners.ts';
import { performerHandlers } from './performers.ts';
import { searchHandlers } from './search.ts';
import { settingsHandlers } from './settings.ts';
import { tagHandlers } from './tags.ts';
import { videoHandlers } from './videos.ts';

export const handlersOf = (context: ApiContext): Handlers => ({
  ...videoHandlers(context),
  ...tagHandlers(context),
  ...performerHandlers(context),
  ...searchHandlers(context),
  ...partnerHandlers(context),
  ...settingsHandlers(context),
});
