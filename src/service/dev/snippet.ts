/** The smallest whole app, for who pastes it in place of a new React app's `App`. The README begins with the same. */
export const snippet = (
  authProxyUrl: string,
  authProxyConfigId: string,
): string => `import { LatchkeyProvider, OtpScreen, useLogout, useSession, useUser } from 'latchkey'
import 'latchkey/styles.css'

const settings = {
  authProxyUrl: '${authProxyUrl}',
  authProxyConfigId: '${authProxyConfigId}',
  trust: 'development',
}

export default function App() {
  return (
    <LatchkeyProvider settings={settings}>
      <Home />
    </LatchkeyProvider>
  )
}

function Home() {
  const { status } = useSession()
  const user = useUser()
  const logout = useLogout()
  if (status === 'loggedOut') return <OtpScreen />
  if (status === 'loading' || !user.data) return null
  return <button onClick={() => logout.mutate()}>Log out {user.data.userEmail}</button>
}
`;
