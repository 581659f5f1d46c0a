/** Applies a command to an open design: the invariants hold afterwards, and the history has at most one step more. */
import * as past from '../history/history'
import { equalDocs } from '../model/equal'
import { normalise, violations } from '../model/invariants'
import type { DesignDoc } from '../model/types'
import { componentText, keepsInstances } from '../rules/component'
import { type Command, type Done, type Outcome, refuse } from './command'

/** Runs a command on a document. A result that breaks an invariant of designs is refused with the reasons, in Chinese. */
export function applyCommand<A>(doc: DesignDoc, command: Command<A>, args: A): Outcome {
  const outcome = command.run(doc, args)
  if (!outcome.ok) return outcome
  const normalised = normalise(outcome.doc)
  if (!keepsInstances(doc, normalised)) return refuse(componentText.together)
  const problems = violations(normalised)
  if (problems.length === 0) return { ...outcome, doc: normalised }
  return refuse(`「${command.label}」没有执行，设计保持不变：${problems.join('；')}`)
}

/**
 * Returns the history after a command that succeeded. A setting changes every snapshot, an edit within the open gesture (`gesture`)
 * changes what it shows, and any other edit is a step; an equal document leaves the history unchanged.
 */
export function historyAfter<A>(
  history: past.History,
  command: Command<A>,
  args: A,
  { doc, label }: Done,
  gesture: boolean,
): past.History {
  const before = past.currentDoc(history)
  if (command.kind === 'setting') {
    if (equalDocs(before, doc)) return history
    return past.rewrite(history, (snapshot) => (snapshot === before ? doc : settingIn(snapshot, command, args)))
  }
  return gesture ? past.update(history, doc) : past.record(history, doc, label ?? command.label)
}

/** Applies a setting to one snapshot; a snapshot it does not apply to is returned unchanged. */
function settingIn<A>(doc: DesignDoc, command: Command<A>, args: A): DesignDoc {
  const outcome = command.run(doc, args)
  return outcome.ok ? normalise(outcome.doc) : doc
}
