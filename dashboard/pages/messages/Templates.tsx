import { useGetAuthProxyConfig, useListEmailTemplates } from 'latchkey';
import type { EmailTemplateSummary } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Part } from '../../parts/Page.js';
import { Table } from '../../parts/Table.js';
import { named, timeOf, When } from '../../parts/texts.js';
import { To } from '../../place.js';
import { isLanguage, languages, templateKinds } from './words.js';

/** The organization's templates by kind, and which of them the login uses. */
export function Templates(): ReactElement {
  const templates = useListEmailTemplates({}, { select: ({ emailTemplates }) => emailTemplates });
  const { data: used = [] } = useGetAuthProxyConfig(
    {},
    {
      select: ({ authProxyConfig: { otpTemplateId, emailAuthTemplateId, emailCustomizationParams } }) => [
        otpTemplateId,
        emailAuthTemplateId,
        emailCustomizationParams.templateId,
      ],
    },
  );
  return (
    <Part title="Templates">
      <Answer of={templates}>
        {(list) =>
          list.length === 0 ? (
            <p className="soft">
              There is no template: mails say what the service says itself, in the language of whoever they are for.
            </p>
          ) : (
            <Table columns={['Name', 'Kind', { wide: 'Languages' }, 'Updated']}>
              {[...list].sort(byKind).map(({ emailTemplateId, name, kind, languages: written, updatedAt }) => (
                <tr key={emailTemplateId}>
                  <th scope="row">
                    <To path={`/messages/templates/${emailTemplateId}`} className="plain">
                      <bdi>{named(name)}</bdi>
                    </To>{' '}
                    {used.includes(emailTemplateId) && <span className="chip good">In use</span>}
                  </th>
                  <td>{templateKinds[kind]}</td>
                  <td className="wide soft">
                    {written.map((each) => (isLanguage(each) ? languages[each] : each)).join(', ')}
                  </td>
                  <td>
                    <When at={timeOf(updatedAt)} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answer>
    </Part>
  );
}

const kinds = Object.keys(templateKinds);
const byKind = (one: EmailTemplateSummary, other: EmailTemplateSummary): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind);
