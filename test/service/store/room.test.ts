import { describe, expect, test } from 'vitest';
import { createRoom } from '../../../src/service/store/room.js';

/** Work that ends when it is told to. */
function work(name: string, begun: string[]) {
  let end = () => {};
  const ends = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = () => {
    begun.push(name);
    return ends;
  };
  return { run, end: () => end() };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('A-66: In a room', () => {
  test('one who is alone waits for those inside, and nobody is beside them', async () => {
    const [room, begun] = [createRoom(), [] as string[]];
    const [first, second, alone, later] = ['first', 'second', 'alone', 'later'].map((name) => work(name, begun));
    if (!first || !second || !alone || !later) throw new Error('none');
    const all = [room.beside(first.run), room.beside(second.run), room.alone(alone.run), room.beside(later.run)];
    await turn();
    expect(begun).toEqual(['first', 'second']);
    first.end();
    await turn();
    expect(begun).toEqual(['first', 'second']);
    second.end();
    await turn();
    expect(begun).toEqual(['first', 'second', 'alone']);
    alone.end();
    await turn();
    expect(begun).toEqual(['first', 'second', 'alone', 'later']);
    later.end();
    await Promise.all(all);
  });

  test('whoever comes waits for one who is alone at most, however many there are', async () => {
    const [room, begun] = [createRoom(), [] as string[]];
    const alone = Array.from({ length: 5 }, (_, index) => work(`alone ${index}`, begun));
    const comes = work('whoever comes', begun);
    const all = [...alone.map(({ run }) => room.alone(run)), room.beside(comes.run)];
    await turn();
    alone[0]?.end();
    await turn();
    expect(begun).toEqual(['alone 0', 'whoever comes']);
    for (const each of alone) each.end();
    comes.end();
    await Promise.all(all);
    expect(begun.slice(2)).toEqual(['alone 1', 'alone 2', 'alone 3', 'alone 4']);
  });

  test('nobody waits for ever for work that does not end', async () => {
    const [room, begun] = [createRoom(20), [] as string[]];
    const [never, alone, comes] = ['never', 'alone', 'comes'].map((name) => work(name, begun));
    if (!never || !alone || !comes) throw new Error('none');
    const all = [room.beside(never.run), room.alone(alone.run), room.beside(comes.run)];
    await expect.poll(() => begun).toEqual(['never', 'alone', 'comes']);
    const last = room.alone(async () => 'last');
    alone.end();
    comes.end();
    expect(await last).toBe('last');
    never.end();
    await Promise.all(all);
  });

  test('work that fails leaves its place, too', async () => {
    const room = createRoom();
    const fails = async () => {
      throw new Error('a refusal');
    };
    await expect(room.alone(fails)).rejects.toThrow('a refusal');
    await expect(room.beside(fails)).rejects.toThrow('a refusal');
    expect(await room.alone(async () => 'done')).toBe('done');
    expect(await room.beside(async () => 'done')).toBe('done');
  });
});
