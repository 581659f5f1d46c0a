/** The database's thread on a failing disk. The disk comes first. */
import './power-cut'
import '../../infra/db/pglite/worker'
