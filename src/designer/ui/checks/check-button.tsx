import './checks.css'
import { Button, Popover } from '@arco-design/web-react'
import { IconCheckCircle, IconExclamationCircle } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { warningsOf } from '../../../../design/checks/check'
import { useSession } from '../context'
import { useEscape } from '../use-escape'
import { useChecks, useProblems } from './check-context'
import { ProblemList } from './problem-list'

/** A button with the number of problems before print; it opens their list. */
export function CheckButton() {
  const empty = useSession(({ doc }) => doc.layers.length === 0)
  const checks = useChecks()
  const problems = useProblems()
  const [open, setOpen] = useState(false)
  useEscape(open, () => setOpen(false))
  if (!checks || empty) return null
  const warnings = warningsOf(problems).length
  const state = warnings > 0 ? 'warning' : problems.length > 0 ? 'note' : 'good'
  return (
    <Popover
      trigger="click"
      position="br"
      popupVisible={open}
      onVisibleChange={setOpen}
      unmountOnExit
      content={
        <section className="designer-checks" aria-label="印刷检查">
          <h3 className="designer-section-title">印刷检查</h3>
          {problems.length === 0 ? <p>没有发现问题，可以放心保存</p> : <ProblemList problems={problems} />}
          {!checks.measured && <p className="designer-hint">线框图没有填写实际尺寸（毫米），无法检查图片清晰度</p>}
        </section>
      }
    >
      <Button
        type="text"
        className={`designer-check-button is-${state}`}
        icon={state === 'good' ? <IconCheckCircle /> : <IconExclamationCircle />}
        aria-expanded={open}
      >
        检查{problems.length > 0 && ` ${problems.length}`}
      </Button>
    </Popover>
  )
}
