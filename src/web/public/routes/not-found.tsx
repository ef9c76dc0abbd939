import { data } from 'react-router';
import { PageHead } from '../head/page-head.tsx';

export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return (
    <div className="wrap grid min-h-[60svh] place-items-center py-16 text-center">
      <PageHead
        title="404 - Page Not Found"
        description="The page you are looking for does not exist."
        path="/404"
        robots="noindex,follow"
      />
      <div>
        <h1>404 - Page Not Found</h1>
        <p className="mt-3 text-muted">The page you are looking for does not exist.</p>
        <a href="/" className="btn btn-primary mt-7">
          Go to the home page
        </a>
      </div>
    </div>
  );
}
