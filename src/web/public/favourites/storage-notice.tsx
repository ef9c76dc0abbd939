import { useCallback, useEffect, useState } from 'react';
import { Toast } from '../../components/toast.tsx';
import { notStoredEvent } from './stores.ts';

/** Says what this browser could not store, and what became of it. */
export function StorageNotice() {
  const [message, setMessage] = useState<string>();
  const close = useCallback(() => setMessage(undefined), []);
  useEffect(() => {
    const show = (event: Event) => setMessage((event as CustomEvent<string>).detail);
    addEventListener(notStoredEvent, show);
    return () => removeEventListener(notStoredEvent, show);
  }, []);
  return message !== undefined && <Toast key={message} message={message} onClose={close} />;
}
