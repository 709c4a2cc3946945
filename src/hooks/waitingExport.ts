'use client';
import { useEffect, useState } from 'react';
import { type ExportedThing, waitingExport } from '../client/transfer/waiting.js';
import { useLatchkey } from './context.js';
import { useSession } from './useSession.js';

/** The activity that an export of this device waits for, once the person is known. */
export function useWaitingExport({ walletId, address, privateKeyId }: ExportedThing): string | undefined {
  const client = useLatchkey();
  const { session } = useSession();
  const [activityId, setActivityId] = useState<string>();
  useEffect(() => {
    if (session) setActivityId(waitingExport(client, session, { walletId, address, privateKeyId }));
  }, [client, session, walletId, address, privateKeyId]);
  return activityId;
}
