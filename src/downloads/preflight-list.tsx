import { Checkbox } from '@arco-design/web-react'
import { undecidedText } from '../../contract/rules/pieces'
import { entryText, type FindingGroup, type Findings, isConfirmable } from './preflight-groups'

interface PreflightListProps {
  readonly groups: readonly FindingGroup[]
  readonly found: Findings
  /** Customizations that the seller wants in spite of their findings. */
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], wanted: boolean) => void
}

const tones = { never: 'bad', optIn: 'bad', noted: 'warn' } as const

const effectText = ({ download, code, entries }: FindingGroup): string => {
  if (download === 'never') return `${entries.length} 张不下载，不扣点`
  if (download === 'optIn') return `${entries.length} 张默认不下载`
  return code === 'undecidedPieces' ? `${entries.length} 张的文件名会写「${undecidedText}」` : `${entries.length} 张，仍会下载`
}

/** Lists the findings of the preflight: a line for each kind of problem, which unfolds to its pictures. */
export function PreflightList({ groups, found, selected, onSelect }: PreflightListProps) {
  return (
    <ul className="download-findings" aria-label="下载前检查">
      {groups.map((group) => {
        const { code, title, download, entries } = group
        const confirmableIds = entries.map(({ picture }) => picture.customizationId).filter((id) => isConfirmable(found, id))
        const wanted = confirmableIds.filter((id) => selected.has(id))
        return (
          <li key={code} className={`download-finding is-${tones[download]}`}>
            <div className="download-finding-head">
              <strong>{title}</strong>
              <span className="numeric">{effectText(group)}</span>
              {download === 'optIn' && confirmableIds.length > 0 && (
                <Checkbox
                  checked={wanted.length === confirmableIds.length}
                  indeterminate={wanted.length > 0 && wanted.length < confirmableIds.length}
                  onChange={(checked) => onSelect(confirmableIds, checked)}
                >
                  仍要下载
                </Checkbox>
              )}
            </div>
            <details>
              <summary>查看</summary>
              <ul className="numeric">
                {entries.map((entry) => {
                  const id = entry.picture.customizationId
                  const text = entryText(entry)
                  return (
                    <li key={id}>
                      {download === 'optIn' && isConfirmable(found, id) ? (
                        <Checkbox checked={selected.has(id)} onChange={(checked) => onSelect([id], checked)}>
                          {text}
                        </Checkbox>
                      ) : (
                        text
                      )}
                    </li>
                  )
                })}
              </ul>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
