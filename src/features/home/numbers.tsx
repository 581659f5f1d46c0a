import type { Home } from '../../../contract/types'
import { countText } from '../../base/money'

type Period = NonNullable<Home['numbers']>['today']

const facts: readonly { readonly name: string; readonly of: (period: Period) => number | null }[] = [
  { name: '订单', of: ({ orders }) => orders },
  { name: '付费定制图', of: ({ paid }) => paid?.images ?? null },
  { name: '使用点数', of: ({ paid }) => paid?.credits ?? null },
]

/** The numbers of today and of the last seven days. */
export function Numbers({ numbers: { today, week } }: { readonly numbers: NonNullable<Home['numbers']> }) {
  return (
    <section className="home-card" aria-label="今天">
      <header className="home-card-head">
        <h2>今天</h2>
      </header>
      <dl className="home-numbers">
        {facts.map(({ name, of }) => {
          const [now, inWeek] = [of(today), of(week)]
          return now === null || inWeek === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="home-number numeric">{countText(now)}</dd>
              <dd className="home-hint numeric">近 7 天 {countText(inWeek)}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
