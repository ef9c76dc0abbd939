import { createPath, useLocation, useNavigate } from 'react-router';
import { useWantedPath, useWhenReachable } from '../offline-navigation.ts';

interface ListErrorProps {
  message: string;
  /** Whether there was no answer at all. */
  isUnreachable?: boolean;
}

/** Why a list is missing. It tries again when the browser is back online, or when asked to, which is a plain link. */
export function ListError({ message, isUnreachable = false }: ListErrorProps) {
  const path = createPath(useLocation());
  const navigate = useNavigate();
  // Whoever has followed a link meanwhile is about to leave.
  const isLeaving = useWantedPath() !== undefined;
  useWhenReachable(isUnreachable, () => {
    if (!isLeaving) navigate(path, { replace: true });
  });

  return (
    <div className="py-10 text-center">
      <p role="alert" className="font-medium text-danger">
        {message}
      </p>
      <a href={path} className="btn btn-quiet mt-4">
        Try again
      </a>
    </div>
  );
}
