#include "system/mobility.h"

#include <Eigen/QR>
#include <algorithm>

namespace outrigger::system {

Mobility analyse_mobility(const System& system, const State& state) {
  Mobility m;
  m.coordinates = 3 * system.block_count();
  m.constraints = system.row_count();
  if (m.coordinates > kMaxAnalysedCoordinates) {
    m.known = false;
    return m;
  }
  if (m.coordinates == 0 || m.constraints == 0) return m;
  AlignedDoubles gradient(4 * static_cast<std::size_t>(system.slot_count()));
  std::vector<double> psi(system.row_count());
  system.evaluate_rows(state.x.data(), state.coordinate.data(), state.drive.data(), gradient.data(),
                       psi.data());
  // Columns are the constraint gradients.
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(m.coordinates, m.constraints);
  for (int r = 0; r < m.constraints; ++r) system.copy_gradient(r, gradient.data(), columns.col(r));
  for (int r = 0; r < m.constraints; ++r)
    if (columns.col(r).norm() > 0.0) columns.col(r).normalize();
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(columns);
  qr.setThreshold(1e-9);
  m.rank = static_cast<int>(qr.rank());
  for (int k = m.rank; k < m.constraints; ++k)
    m.redundant_rows.push_back(static_cast<int>(qr.colsPermutation().indices()[k]));
  std::sort(m.redundant_rows.begin(), m.redundant_rows.end());
  return m;
}

}  // namespace outrigger::system
