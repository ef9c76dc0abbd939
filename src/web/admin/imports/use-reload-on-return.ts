import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isUnsaved } from '../kit/forms/unsaved-guard.ts';
import { type Import, pollImport } from '../kit/records/import.ts';
import { isNotFound } from '../kit/session/failure.ts';

/** Loads the screen again if the import was changed elsewhere, such as in another tab, once somebody returns to it. */
export const useReloadOnReturn = ({ id, state, checkedAt }: Import) => {
  const { revalidate, state: loading } = useRevalidator();
  const isIdle = loading === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    let isOver = false;
    // Asks first: without an answer, the screen stays as it is.
    const isChanged = () =>
      pollImport(id).then((current) => current.state !== state || current.checkedAt !== checkedAt, isNotFound);
    const reloadIfChanged = async () => {
      const canReload = () => !isOver && !isUnsaved();
      if (document.visibilityState === 'visible' && canReload() && (await isChanged()) && canReload())
        await revalidate();
    };
    const onReturn = () => void reloadIfChanged();
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('focus', onReturn);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('focus', onReturn);
    };
  }, [id, state, checkedAt, isIdle, revalidate]);
};
