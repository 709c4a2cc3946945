import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { render, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { useLatchkey } from '../../../src/hooks/context.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useWalletKitConfig } from '../../../src/hooks/proxy.js';
import { openKit } from './kit.js';

describe('the provider', () => {
  test('renders no element of its own', async () => {
    const { service } = await openKit();
    const { container } = render(
      <LatchkeyProvider settings={service.settings}>
        <b>app</b>
      </LatchkeyProvider>,
    );
    expect(container.innerHTML).toBe('<b>app</b>');
  });

  test('reads its settings once: a new settings object makes no new client', async () => {
    const { service } = await openKit();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <LatchkeyProvider settings={{ ...service.settings }}>{children}</LatchkeyProvider>
    );
    const { result, rerender } = renderHook(() => useLatchkey(), { wrapper });
    const before = result.current;
    rerender();
    expect(result.current).toBe(before);
  });

  test('uses the app’s QueryClient, if there is one', async () => {
    const { client } = await openKit();
    const queryClient = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
      </QueryClientProvider>
    );
    const { result } = renderHook(() => useWalletKitConfig(), { wrapper });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(queryClient.getQueryCache().findAll({ queryKey: ['latchkey'] })).toHaveLength(1);
  });

  test('does not hide the app’s QueryClient from the app’s own hooks', async () => {
    const { client } = await openKit();
    const queryClient = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <LatchkeyProvider client={client} queryClient={new QueryClient()}>
          {children}
        </LatchkeyProvider>
      </QueryClientProvider>
    );
    const { result } = renderHook(
      () => ({ theirs: useQueryClient(), todo: useQuery({ queryKey: ['todo'], queryFn: () => 1 }) }),
      { wrapper },
    );
    expect(result.current.theirs).toBe(queryClient);
    await waitFor(() => expect(result.current.todo.data).toBe(1));
  });

  test('is named in the error if it is missing', () => {
    expect(() => renderHook(() => useLatchkey())).toThrow(/LatchkeyProvider/);
  });
});
