import { data, Link } from 'react-router';
import { ScreenHead } from './kit/screen-parts.tsx';

export const loader = () => data(null, { status: 404 });

/** For URLs below /admin that are no screen, whether or not somebody has signed in. */
export default function NotFound() {
  return (
    <main id="main" className="grid min-h-svh place-content-center justify-items-center p-4 text-center">
      <ScreenHead title="404 - Page Not Found" />
      <p className="text-muted">The page you are looking for does not exist.</p>
      <Link to="/admin/dashboard" className="btn btn-primary mt-5">
        Go to the dashboard
      </Link>
    </main>
  );
}
