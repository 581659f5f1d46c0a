import './import-report.css'
import { Tag } from '@arco-design/web-react'
import { Unfold } from '../../../ui/unfold'
import { countsText, differenceName, fateNames, kindNames, type Remark, type RemarkGroup, type ReportSummary } from '../report'

interface ImportReportProps {
  readonly summary: ReportSummary
  /** Accessible name of the list. */
  readonly label: string
  /** Whether the import is done. */
  readonly after?: boolean
}

/** Shows what becomes or became of the layers, if there are remarks. */
export function ImportReport({ summary, label, after = false }: ImportReportProps) {
  const { remarks, quiet, plain, differences } = summary
  const counts = countsText(summary)
  if (counts === '') return <p className="psd-note">没有图层</p>
  return (
    <>
      <p className="psd-counts numeric">{counts}</p>
      {differences > 0 && (
        <p className="psd-note is-warning">
          有 {differences} 处导入后与 Photoshop 里看到的不同，
          {after ? '要一模一样请选合并图重新导入。' : '可以改用合并图。'}
        </p>
      )}
      {remarks.length > 0 && <Remarks remarks={remarks} label={label} />}
      {quiet.length > 0 && (
        <Unfold className="psd-quiet" summary={`${layersIn(quiet)} 个图层有处理，看起来不变`}>
          <Remarks remarks={quiet} label={`${label}：看起来不变的`} />
        </Unfold>
      )}
      {plain > 0 && (
        <p className="psd-note">
          {remarks.length + quiet.length > 0 ? `其余 ${plain} 个图层照原样导入。` : '所有图层都照原样导入。'}
        </p>
      )}
    </>
  )
}

const layersIn = (groups: readonly RemarkGroup[]): number => groups.reduce((sum, { layers }) => sum + layers.length, 0)

function Remarks({ remarks, label }: { readonly remarks: readonly RemarkGroup[]; readonly label: string }) {
  return (
    <ul className="psd-remarks" aria-label={label}>
      {remarks.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: layers may share name and place, and the list never changes
        <GroupRow key={place} group={group} />
      ))}
    </ul>
  )
}

const whereOf = ({ place, kind }: Remark): string => [place, kindNames[kind]].filter(Boolean).join(' · ')

function GroupRow({ group: { fate, looksDifferent, reasons, layers } }: { readonly group: RemarkGroup }) {
  const [first] = layers
  if (!first) return null
  const alone = layers.length === 1
  return (
    <li className={looksDifferent ? 'psd-remark is-different' : 'psd-remark'}>
      <div className="psd-remark-head">
        <span className="psd-remark-name" title={first.name}>
          {first.name}
        </span>
        {!alone && <span className="psd-remark-count numeric">等 {layers.length} 个图层</span>}
        <Tag size="small" className="psd-fate">
          {looksDifferent ? differenceName : fateNames[fate]}
        </Tag>
      </div>
      {alone && (
        <p className="psd-remark-path" title={whereOf(first)}>
          {whereOf(first)}
        </p>
      )}
      {first.text !== null && <p>{first.text}</p>}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {!alone && (
        <Unfold summary={`全部 ${layers.length} 个图层`}>
          <ul>
            {layers.map((layer, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={place} title={whereOf(layer)}>
                {layer.name}
              </li>
            ))}
          </ul>
        </Unfold>
      )}
    </li>
  )
}
