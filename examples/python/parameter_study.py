"""A parameter study: largest force in a pin of the slider-crank over crank speed and slider mass.

    ./outrigger python examples/python/parameter_study.py [FOLDER]

Worlds are independent and free the GIL while they run, so threads use all cores.
"""

import concurrent.futures

import numpy as np
import outrigger
from plotting import MACHINES, plt, save

SPEEDS = np.linspace(5.0, 40.0, 8)
MASSES = (1.0, 2.0, 4.0)


def largest_pin_force(case):
    speed, mass = case
    machine = outrigger.read_machine(MACHINES / "slider-crank.yaml")
    machine.part("drives", "motor").function = f"{speed}*t"
    slider = machine.part("bodies", "slider")
    slider.inertia *= mass / slider.mass  # in place: a view of the number in C++
    slider.mass = mass
    machine.loads.clear()
    machine.sensors = [outrigger.Sensor("pin", kind="reaction_force", target="gudgeon_pin")]
    r = outrigger.World(machine).run(2 * np.pi / speed)
    return np.linalg.norm(r.table[:, 1:], axis=1).max()


def main():
    cases = [(speed, mass) for mass in MASSES for speed in SPEEDS]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        forces = np.reshape(list(pool.map(largest_pin_force, cases)), (len(MASSES), len(SPEEDS)))
    figure, axes = plt.subplots(figsize=(6.5, 4.2))
    for mass, force in zip(MASSES, forces):
        line = axes.plot(SPEEDS, force / 1e3, "o-", ms=4, label=f"slider of {mass:g} kg")[0]
        # At dead centre a = r ω² (1 + r/l): the inertia alone.
        axes.plot(SPEEDS, mass * 0.2 * SPEEDS**2 * (1 + 0.2 / 0.5) / 1e3, ":", color=line.get_color())
    axes.plot([], [], "k:", label="m r ω² (1 + r/l)")
    axes.set(xlabel="crank speed [rad/s]", ylabel="largest force in the gudgeon pin [kN]")
    axes.legend()
    print(f"{len(cases)} runs, largest force {forces.max():.0f} N")
    save(figure, __file__)


if __name__ == "__main__":
    main()
