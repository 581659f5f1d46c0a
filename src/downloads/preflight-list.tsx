import { Checkbox } from '@arco-design/web-react'
import { undecidedText } from '../../contract/rules/pieces'
import { Unfold } from '../ui/unfold'
import { type Decisions, entryText, type FindingGroup, type Findings, isChosen, isConfirmable } from './preflight-groups'

interface PreflightListProps {
  readonly groups: readonly FindingGroup[]
  readonly found: Findings
  readonly decisions: Decisions
  readonly onDecide: (ids: readonly number[], isWanted: boolean) => void
}

const tones = { never: 'bad', optIn: 'bad', noted: 'warn' } as const

function effectText({ code, entries }: FindingGroup, wanted: number): string {
  const left = entries.length - wanted
  if (wanted === 0) return `${left} 张不下载，不扣点`
  if (left > 0) return `下载 ${wanted} 张，${left} 张不下载，不扣点`
  return code === 'undecidedPieces' ? `${wanted} 张的文件名会写「${undecidedText}」` : `${wanted} 张，仍会下载`
}

/** Lists the findings of the preflight: a line for each kind of problem with what the seller decides, which unfolds to its pictures. */
export function PreflightList({ groups, found, decisions, onDecide }: PreflightListProps) {
  return (
    <ul className="download-findings" aria-label="下载前检查">
      {groups.map((group) => {
        const { code, title, download, entries } = group
        const ids = entries.map(({ picture }) => picture.customizationId)
        const decidable = ids.filter((id) => isConfirmable(found, id))
        const wanted = decidable.filter((id) => isChosen(found, decisions, id))
        return (
          <li key={code} className={`download-finding is-${tones[download]}`}>
            <div className="download-finding-head">
              <strong>{title}</strong>
              <span className="numeric" role="status">
                {effectText(group, wanted.length)}
              </span>
              {decidable.length > 0 && (
                <Checkbox
                  checked={wanted.length === decidable.length}
                  indeterminate={wanted.length > 0 && wanted.length < decidable.length}
                  onChange={(isWanted) => onDecide(decidable, isWanted)}
                >
                  仍要下载
                </Checkbox>
              )}
            </div>
            <Unfold summary="查看">
              <ul className="numeric">
                {entries.map((entry) => {
                  const id = entry.picture.customizationId
                  const text = entryText(entry)
                  return (
                    <li key={id}>
                      {isConfirmable(found, id) ? (
                        <Checkbox checked={isChosen(found, decisions, id)} onChange={(isWanted) => onDecide([id], isWanted)}>
                          {text}
                        </Checkbox>
                      ) : (
                        text
                      )}
                    </li>
                  )
                })}
              </ul>
            </Unfold>
          </li>
        )
      })}
    </ul>
  )
}
