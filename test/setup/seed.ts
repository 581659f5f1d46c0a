/**
 * Property tests use one fixed seed, so that a run depends on nothing but the code. `FC_SEED=$RANDOM npm test` looks for new
 * counterexamples.
 */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 4600) })
