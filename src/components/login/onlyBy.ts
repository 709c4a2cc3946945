import type { LoginState } from '../../login/loginState.js';
import type { ClickMethod } from '../../login/methods.js';

/** A login with the methods of one type. The last used one is marked if there are several. */
export function onlyBy(type: ClickMethod['type'], login: LoginState): LoginState {
  if (login.at !== 'contact') return login;
  const methods = login.methods.filter((method) => method.type === type);
  const [method = login.method] = methods;
  return { ...login, methods, method, lastUsed: methods.length > 1 ? login.lastUsed : undefined };
}
