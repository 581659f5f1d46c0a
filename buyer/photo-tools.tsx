import { type AiCutoutType, aiCutoutTypes } from '../contract/constants'

const names: Readonly<Record<AiCutoutType, string>> = { head: '头像', body: '人像', common: '主体' }

interface PhotoToolsProps {
  /** Whether the photo lies freely on the case, and not in a layer of the template. */
  readonly isFree: boolean
  readonly isCutting: boolean
  readonly onFit: () => void
  /** Cuts the subject out; null where cutting out is not offered. */
  readonly onCutOut: ((type: AiCutoutType) => void) | null
}

/** Buttons for the chosen photo, besides moving it. */
export function PhotoTools({ isFree, isCutting, onFit, onCutOut }: PhotoToolsProps) {
  return (
    <div className="photo-tools">
      <fieldset className="choices">
        <legend>位置和大小</legend>
        <button type="button" onClick={onFit}>
          {isFree ? '铺满手机壳' : '恢复居中'}
        </button>
      </fieldset>
      {onCutOut && (
        <fieldset className="choices">
          <legend role={isCutting ? 'status' : undefined}>{isCutting ? '正在抠图，请稍等…' : '抠图，去掉背景'}</legend>
          {aiCutoutTypes.map((type) => (
            <button key={type} type="button" disabled={isCutting} onClick={() => onCutOut(type)}>
              {names[type]}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
