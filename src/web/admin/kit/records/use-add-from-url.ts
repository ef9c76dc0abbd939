import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Opens the dialog that adds a record when the URL asks for it, as the command palette does. */
export const useAddFromUrl = (openDialog: () => void) => {
  const [parameters, setParameters] = useSearchParams();
  const isAsked = parameters.has('add');
  const openOnce = useEffectEvent(() => {
    openDialog();
    const rest = new URLSearchParams(parameters);
    rest.delete('add');
    setParameters(rest, { replace: true });
  });
  useEffect(() => {
    if (isAsked) openOnce();
  }, [isAsked]);
};
