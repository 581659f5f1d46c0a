import { type AiCutoutType, aiCutoutTypes } from '../../contract/constants'

const names: Readonly<Record<AiCutoutType, string>> = { head: '头像', body: '人像', common: '主体' }

interface CutoutButtonsProps {
  readonly isBusy: boolean
  readonly onCutOut: (type: AiCutoutType) => void
}

/** Cutting out of the chosen photo. */
export function CutoutButtons({ isBusy, onCutOut }: CutoutButtonsProps) {
  return (
    <fieldset className="choices">
      <legend role={isBusy ? 'status' : undefined}>{isBusy ? '正在抠图，请稍等…' : '抠图，去掉背景'}</legend>
      {aiCutoutTypes.map((type) => (
        <button key={type} type="button" disabled={isBusy} onClick={() => onCutOut(type)}>
          {names[type]}
        </button>
      ))}
    </fieldset>
  )
}
