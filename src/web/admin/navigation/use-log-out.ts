import { useNavigate } from 'react-router';
import { adminClient } from '../kit/session/admin-client.ts';
import { forgetAdmin, forgetReturnUrl } from '../kit/session/admin-session.ts';

export const useLogOut = () => {
  const navigate = useNavigate();
  return () => {
    // Sign out even if the call fails: the session will expire on the server.
    adminClient.adminLogout().catch((error: unknown) => console.warn(error));
    forgetAdmin();
    forgetReturnUrl();
    void navigate('/admin');
  };
};
