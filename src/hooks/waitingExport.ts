'use client';
import { useEffect, useState } from 'react';
import { waitingExport } from '../client/flows/exportSecrets.js';
import { exportPrivateKey, exportWallet, exportWalletAccount } from '../contract/exports.js';
import { useLatchkey } from './context.js';
import { useSession } from './useSession.js';

/** Under which name an export waits: the operation's, and what is exported. */
export function exportName(of: {
  readonly walletId?: string | undefined;
  readonly address?: string | undefined;
  readonly privateKeyId?: string | undefined;
}): string {
  if (of.walletId !== undefined) return `${exportWallet.name}.${of.walletId}`;
  if (of.address !== undefined) return `${exportWalletAccount.name}.${of.address}`;
  return `${exportPrivateKey.name}.${of.privateKeyId}`;
}

/** The activity that an export of this device waits for, looked up once the person is known. */
export function useWaitingExport(of: string): string | undefined {
  const client = useLatchkey();
  const { session } = useSession();
  const [activityId, setActivityId] = useState<string>();
  useEffect(() => {
    if (session) setActivityId(waitingExport(client, session, of));
  }, [client, session, of]);
  return activityId;
}
