import { Story } from '@storybook/addon-docs/blocks';
import type { ReactElement } from 'react';
import './board.css';

/** Every story of a screen side by side, at half its size: what its file exports, and nothing that is made up. */
export function Board({ of: { default: _, ...stories } }: { of: Record<string, object> }): ReactElement {
  return (
    <div className="board">
      {Object.entries(stories)
        .filter(isStory)
        .map(([name, story]) => (
          <figure key={name}>
            <figcaption>{name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}</figcaption>
            <Story of={story} />
          </figure>
        ))}
    </div>
  );
}

/** Storybook adds names of its own to what a file exports. */
const isStory = ([name]: [string, object]): boolean => /^[A-Z]/.test(name);
