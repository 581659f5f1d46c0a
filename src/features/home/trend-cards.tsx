import { Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type TrendKind, trendDays, trendKinds } from '../../../contract/rules/home'
import { type TrendDays, trendsQuery } from '../../api/queries/home'
import { useApi, usePlatform } from '../../api/services'
import { countText } from '../../base/money'
import { ExportButton } from '../../ui/export-button'
import { LoadError } from '../../ui/failure-view'
import { linesOf, sumOf, trendTable } from './trend-lines'
import { TrendPlot } from './trend-plot'

const kinds: Readonly<Record<TrendKind, { readonly title: string; readonly unit: string }>> = {
  shop: { title: '各店铺的订单', unit: '单' },
  template: { title: '各模板的定制', unit: '件' },
  model: { title: '各型号的定制', unit: '件' },
}

function TrendCard({ by, days }: { readonly by: TrendKind; readonly days: TrendDays }) {
  const api = useApi()
  const platform = usePlatform()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(trendsQuery(api, by, days))
  const lines = useMemo(() => (data === undefined ? [] : linesOf(data.items)), [data])
  const { title, unit } = kinds[by]
  return (
    <section className="home-card home-trend" aria-label={title} aria-busy={isPlaceholderData}>
      <header className="home-card-head">
        <h2>{title}</h2>
        {data !== undefined && data.items.length > 0 && (
          <ExportButton
            name={`${title}（近 ${days} 天）`}
            read={async () => trendTable(data)}
            save={(file) => platform.saveFile(file)}
          />
        )}
      </header>
      {data === undefined && error !== null && <LoadError error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.items.length === 0 && <p className="home-hint">这段时间没有{by === 'shop' ? '订单' : '定制'}。</p>}
      {data !== undefined && lines.length > 0 && (
        <>
          <TrendPlot from={data.from} lines={lines} label={`${title}，近 ${days} 天`} />
          <ul className="home-legend">
            {lines.map(({ name, counts }, index) => (
              <li key={name} className={`is-line-${index + 1}`}>
                <span className="home-legend-name" title={name}>
                  {name}
                </span>
                <span className="numeric">
                  {countText(sumOf(counts))} {unit}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Orders by shop, and designs by template and model, day by day, each as a small plot and as a table to save. */
export default function TrendCards() {
  const [days, setDays] = useState<TrendDays>('30')
  return (
    <div className="home-trends">
      <header className="home-trends-head">
        <h2>趋势</h2>
        <Radio.Group
          type="button"
          size="small"
          aria-label="时间"
          value={days}
          onChange={setDays}
          options={trendDays.map((value) => ({ value, label: `近 ${value} 天` }))}
        />
      </header>
      <div className="home-trend-cards">
        {trendKinds.map((by) => (
          <TrendCard key={by} by={by} days={days} />
        ))}
      </div>
    </div>
  )
}
