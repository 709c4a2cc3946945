import { bundle, type Chunk, firstLoad, gzipKib } from '../../checks/size/bundle.js';
import { app, headless } from '../../checks/size/pages.js';
import type { Figure } from '../figure.js';
import { peerFolder } from '../npm.js';
import { installedWeight } from './install.js';

/** The download size and the installed size, compared with two other kits. @param ours - the folder of an app with the kit */
export async function weightFigures(root: string, ours: string): Promise<Figure[]> {
  const turnkey = peerFolder(root, 'turnkey');
  const hanko = peerFolder(root, 'hanko');
  const entrances = { kit: "'latchkey'", client: "'latchkey/client'", styles: "'latchkey/styles.css'" };
  const screen = await bundle({ root: ours, script: app(entrances) });
  const turnkeyScreen = await bundle({ root: turnkey, script: turnkeyApp });
  const hankoScreen = await bundle({ root: hanko, script: hankoApp });
  const client = await bundle({ root: ours, script: headless(entrances) });
  const turnkeyClient = await bundle({ root: turnkey, script: turnkeyHeadless });
  const inApp = installedWeight(ours);
  const inTurnkeyApp = installedWeight(turnkey);
  const inHankoApp = installedWeight(hanko);
  return [
    {
      name: 'first load of the login screen',
      ...atMost(gzipKib(firstLoad(screen)), 40, 'KiB', 1),
      beside: beside([
        ['react-wallet-kit', kib(firstLoad(turnkeyScreen))],
        ['hanko-elements', kib(firstLoad(hankoScreen))],
      ]),
    },
    {
      name: 'all that the login screen may ever load',
      ...atMost(gzipKib(screen), 120, 'KiB', 1),
      beside: beside([
        ['react-wallet-kit', kib(turnkeyScreen)],
        ['hanko-elements', kib(hankoScreen)],
      ]),
    },
    {
      name: 'first load without a screen',
      ...atMost(gzipKib(firstLoad(client)), 15, 'KiB', 1),
      beside: beside([['@turnkey/core', kib(firstLoad(turnkeyClient))]]),
    },
    {
      name: 'packages in a React app',
      ...atMost(inApp.packages, 10, 'packages', 0),
      beside: beside([
        ['react-wallet-kit', String(inTurnkeyApp.packages)],
        ['hanko-elements', String(inHankoApp.packages)],
      ]),
    },
    {
      name: 'installed in a React app',
      ...atMost(inApp.megabytes, 7, 'MB', 1),
      beside: beside([
        ['react-wallet-kit', `${inTurnkeyApp.megabytes.toFixed(0)} MB`],
        ['hanko-elements', `${inHankoApp.megabytes.toFixed(1)} MB`],
      ]),
      note: inApp.parts.map(({ name, megabytes }) => `${megabytes.toFixed(1)} MB ${name}`).join(', '),
    },
  ];
}

const turnkeyApp =
  "import { TurnkeyProvider, useTurnkey } from '@turnkey/react-wallet-kit'; import '@turnkey/react-wallet-kit/styles.css'; globalThis.app = [TurnkeyProvider, useTurnkey];";
const turnkeyHeadless = "import { TurnkeyClient } from '@turnkey/core'; globalThis.app = [TurnkeyClient];";
const hankoApp = "import { register } from '@teamhanko/hanko-elements'; globalThis.app = [register];";

const kib = (chunks: readonly Chunk[]): string => `${gzipKib(chunks).toFixed(1)} KiB`;

const beside = (peers: readonly (readonly [name: string, figure: string])[]): string =>
  peers.map(([name, figure]) => `${figure} ${name}`).join('; ');

function atMost(value: number, goal: number, unit: string, digits: number): Pick<Figure, 'ours' | 'goal' | 'reached'> {
  return { ours: `${value.toFixed(digits)} ${unit}`, goal: `≤ ${goal} ${unit}`, reached: value > 0 && value <= goal };
}
