import { Button } from '@arco-design/web-react'
import { type SavingWay, savingWays } from '../../../adapters/diagnosis/limits'
import { type WayRow, wayNames } from './measure/saving'

interface SavingWaysProps {
  readonly ways: Readonly<Record<SavingWay, WayRow>>
  readonly onTry: (way: SavingWay) => void
  readonly onAnswer: (way: SavingWay, saved: boolean) => void
}

const verdicts = { works: '可以', fails: '不行', absent: '没有' } as const

/** Lets a person try three ways of saving one by one, and say whether each file is there. */
export function SavingWays({ ways, onTry, onAnswer }: SavingWaysProps) {
  return (
    <ul className="self-test-ways">
      {savingWays.map((way) => {
        const { state, message } = ways[way]
        const name = wayNames[way]
        return (
          <li key={way} aria-label={name}>
            <span className="self-test-way">{name}</span>
            {state === 'unconfirmed' ? (
              <span className="self-test-confirmation">
                <span>{message}。文件「壳匠自检-可以删除.txt」真的在电脑里吗？</span>
                <Button size="mini" type="primary" onClick={() => onAnswer(way, true)}>
                  成功了
                </Button>
                <Button size="mini" onClick={() => onAnswer(way, false)}>
                  没有
                </Button>
              </span>
            ) : (
              <span className="self-test-confirmation">
                {(state === 'works' || state === 'fails' || state === 'absent') && <b>{verdicts[state]}</b>}
                {message !== '' && <span className="self-test-message">{message}</span>}
                <Button
                  size="mini"
                  loading={state === 'trying'}
                  onClick={() => onTry(way)}
                  aria-label={`${state === 'untried' || state === 'trying' ? '试一试' : '再试'}${name}`}
                >
                  {state === 'untried' || state === 'trying' ? '试一试' : '再试'}
                </Button>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
