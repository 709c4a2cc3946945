import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLoggedInPlaces } from '../../../src/hooks/account.js';
import { useRefreshSession } from '../../../src/hooks/sessions.js';
import { openKit } from './kit.js';

test('this device stays among the places when its session is renewed, which gives it another key', async () => {
  const kit = await openKit();
  await kit.logIn();
  const { result } = kit.render(() => ({ places: useLoggedInPlaces(), refresh: useRefreshSession() }));
  await waitFor(() => expect(result.current.places).toMatchObject([{ isHere: true, name: undefined }]));
  await act(() => result.current.refresh.mutateAsync());
  await waitFor(() => expect(result.current.places?.map(({ isHere }) => isHere)).toContain(true));
  expect(result.current.places?.[0]?.isHere).toBe(true);
});
