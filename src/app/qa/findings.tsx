import type { CassetteEntry } from '../../../adapters/cassette/cassette'
import type { Miss } from './replay-model'
import { entrySubject, jsonText, methodName } from './words'

/** Calls for which the cassette has no entry, with the nearest entry and the differences. */
export function Misses({ misses }: { readonly misses: readonly Miss[] }) {
  return (
    <section className="qa-section" aria-label="没有录制的调用">
      <h2>
        没有录制的调用 <span className="qa-count">{misses.length}</span>
      </h2>
      {misses.length === 0 && <p className="qa-quiet">插件要的都录过。</p>}
      {misses.map(({ call, what, key, nearest, differences }) => (
        <article key={call} className="qa-miss">
          <p>
            <b>{what === 'missing' ? 'FIXTURE_MISSING' : 'FIXTURE_EXHAUSTED'}</b>
            {what === 'missing' ? ' 没有录过这次调用' : ' 录过的次数已经用完'}
          </p>
          <code>{key}</code>
          {nearest !== null && (
            <table>
              <caption>与最接近的第 {nearest} 条相比</caption>
              <thead>
                <tr>
                  <th scope="col">字段</th>
                  <th scope="col">录制时</th>
                  <th scope="col">这次</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ path, recorded, called }) => (
                  <tr key={path}>
                    <th scope="row">{path}</th>
                    <td>{jsonText(recorded)}</td>
                    <td>{jsonText(called)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </article>
      ))}
    </section>
  )
}

/** Entries that were not called. */
export function Unused({ unused }: { readonly unused: readonly CassetteEntry[] }) {
  return (
    <section className="qa-section" aria-label="没有用到的记录">
      <h2>
        没有用到的记录 <span className="qa-count">{unused.length}</span>
      </h2>
      {unused.length === 0 ? (
        <p className="qa-quiet">都用到了；“不限次数”的记录不算。</p>
      ) : (
        <ul>
          {unused.map((entry) => (
            <li key={entry.seq}>
              第 {entry.seq} 条 {methodName(entry.method)} <span className="qa-subject">{entrySubject(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
