/** The smallest whole app, for who pastes it in place of a new React app's `App`. The README begins with the same. */
export const snippet = (
  authProxyUrl: string,
  authProxyConfigId: string,
): string => `import { LatchkeyProvider, LoggedIn, LoginButton } from 'latchkey'
import 'latchkey/styles.css'

export default function App() {
  return (
    <LatchkeyProvider
      settings={{
        authProxyUrl: '${authProxyUrl}',
        authProxyConfigId: '${authProxyConfigId}',
        trust: 'development',
      }}
    >
      <LoginButton />
      <LoggedIn>{({ userId }) => <p>Your user id is {userId}.</p>}</LoggedIn>
    </LatchkeyProvider>
  )
}
`;
