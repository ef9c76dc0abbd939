import { useEffect } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';

/** Why a list is missing. It tries again when the browser is back online, or when asked to, which is a plain link. */
export function ListError({ message }: { message: string }) {
  const path = createPath(useLocation());
  const navigate = useNavigate();

  useEffect(() => {
    const tryAgain = () => navigate(path, { replace: true });
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [path, navigate]);

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
