import { Tag } from '@arco-design/web-react'
import { countsText, differenceName, fateNames, kindNames, type Remark, type ReportSummary } from '../../psd/report'

/** What became of the layers, one line each where there is something to say. */
export function ImportReport({ summary, label }: { readonly summary: ReportSummary; readonly label: string }) {
  const { remarks, quiet, plain, differences } = summary
  const counts = countsText(summary)
  if (counts === '') return <p className="psd-note">没有图层</p>
  return (
    <>
      <p className="psd-counts numeric">{counts}</p>
      {differences > 0 && (
        <p className="psd-note is-warning">有 {differences} 个图层导入后与 Photoshop 里看到的不同，可以改用合并图。</p>
      )}
      {remarks.length > 0 && <Remarks remarks={remarks} label={label} />}
      {quiet.length > 0 && (
        <details className="psd-quiet">
          <summary className="psd-note">{quiet.length} 个图层有处理，看起来不变</summary>
          <Remarks remarks={quiet} label={`${label}：看起来不变的`} />
        </details>
      )}
      {plain > 0 && (
        <p className="psd-note">
          {remarks.length + quiet.length > 0 ? `其余 ${plain} 个图层照原样导入。` : '所有图层都照原样导入。'}
        </p>
      )}
    </>
  )
}

function Remarks({ remarks, label }: { readonly remarks: readonly Remark[]; readonly label: string }) {
  return (
    <ul className="psd-remarks" aria-label={label}>
      {remarks.map((remark, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: layers may share name and place, and the list never changes
        <RemarkRow key={place} remark={remark} />
      ))}
    </ul>
  )
}

function RemarkRow({ remark: { name, place, kind, fate, looksDifferent, reasons, text } }: { readonly remark: Remark }) {
  const where = [place, kindNames[kind]].filter(Boolean).join(' · ')
  return (
    <li className={looksDifferent ? 'psd-remark is-different' : 'psd-remark'}>
      <div className="psd-remark-head">
        <span className="psd-remark-name" title={name}>
          {name}
        </span>
        <Tag size="small" className="psd-fate">
          {looksDifferent ? differenceName : fateNames[fate]}
        </Tag>
      </div>
      <p className="psd-remark-place" title={where}>
        {where}
      </p>
      {text !== null && <p>{text}</p>}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </li>
  )
}
