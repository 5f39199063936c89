"""Ordinary words that are one slip away from a word of the triggers, and are no slip."""

_WORDS = """
absorbed acton adapted advise advocated affair agent aground alright amused amusing andre anhalt animal
approved arching attach auction bacon bacteria ballet barking barn basking batter battle beach beaming
bearing become begin betting bitter bleached blended blending bless blessed blinked boating bombay bombed
bomber bombers bottled bowing braking breath breathed breeding brent bride bridget broker brought bruce
brunt budge bulge bundled buren buried burrows burton burying butter calming canada cancel carlos
carson carter carver casper catcher centre centro champs chance chancel change changed changes charles
charred charted charter chili chill chilly chocked cholera chores cigarette clever client clients clone
clones closed clothed coding collapse command commanded commander commando commands commissioned compete complain completed
compliant compromise compute comte concert consequence consume consumed content continual continued contracting contrast control
convent cooke cooked cooking cooks cooler cooper coping cortex counts couple coverings crashed crater
crises crook crowns customer cutlery dagger dancer daring decide decides decree defeat defense deliver
delivers demanded deposed deserved detail detect detention diablo directory diver divers downing driven earnings
easing eighty emergence employee employers engined enterprise enveloped espana existed exiting experienced exploit explore
explored explorer explores exploring explosive exposed extinguished failing falling fallon farther favor favour feather
featured feeding figured figuring filling filming finer fining finite firing fixing flame flicker fling
flowed forth founded fracture fractures frames freddy freud funding gaelic garage gasped genera grave
gravel graves greed grover guided habits handed handing harding hawker heading healing heating heaving
herring hiking hinting hiring holden homeless hopping hunter hunting hurling identify incapable insert insider
inspect insured insurer intense jealous journalism julie jumper justine kicker killer kitten lasers layer
layered layers leading leaky leaned leaning leaped leaping leased leasing leaving legged lesson lever
lighted liking linger lining liver lodged longed loses lovers loving lowers malt manage managed
manages mandela margot marino mario marion marking marty massage mating matter mature mediation meditation
meeting melon metre miner mines missed mistaken moaning moines mongol monkey moons morton motive
motives mushroom muster nearby neatly nothin noticed noting novice opined organization other outset outsider
overhead paced paces pacing packet palaces panted pants papal parasite passed patent patents pavement
paving pearson penned pepper persona photon picket picks pictured piston pitched planes planets planned
planting plates played playing poisson polite ported portrait posted potter praise praying precise premio
premise pressed priced princes prison prizes proceeding process processor produce programmed programmer projection proto
proton provided provider qualify raion reactive realise realize recognised recognized regard regarded regards regulatory
relation released resort retorted reward rewarded rewards richter rider riders right rippled rookie rushes
sacred sadie safely sammy saving scaled scanned scanner scare scares scarred scored scream sealing
seating selling sells senior sensory serviced settling seventy shallow shared shares sharks shells shipped
shouldn shouting simmons sipping sitting skipping slammed slamming slapped slice slices slipping slope smarter
smashed smocking soared socks somethin spared spark sparkle sparkled sparkles sparkling spelled spelling spells
splashed sprang sprint sprung spying stacked stacks stadion stalk stalker stalled stalls stamp stamps
stance standard stanza stared staring starred starring stars start starting startled starved stated stats
staying steam steaming sterling steven stocked stocks stopped stopping strained streak string stronger strung
summon surfer suspicions swapped swaying sweeping switches table tables tapped target tearing teenage tended
terminal terribly thanking thirsty thorough though thread threaten topped toward tracing treat tripped trough
tuned turing turner tying uninsured utilize verde verlag videos violate voters waited walker walkers
walled waller wander warming warring wasted wasting waving weaken wedding weren whorls widow widows
winked writhing
"""

KNOWN: frozenset[str] = frozenset(_WORDS.split())
