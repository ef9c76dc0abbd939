import { useEffect, useState } from 'react';
import type { OptionList } from './option-list.tsx';

let loaded: typeof OptionList | undefined;

/** The list under the box, which is loaded when it is first opened. Without it the box still searches. */
export const useOptionList = (open: boolean) => {
  const [list, setList] = useState<{ component: typeof OptionList } | undefined>(loaded && { component: loaded });
  useEffect(() => {
    if (!open || list) return;
    import('./option-list.tsx').then(
      (module) => {
        loaded = module.OptionList;
        setList({ component: module.OptionList });
      },
      (error: unknown) => console.warn(error),
    );
  }, [open, list]);
  return list?.component;
};
